conda create -y -n issue_celu-nan python=3.11
conda activate issue_celu-nan
pip install -r requirements.txt pytest
pytest -sx test_issue_celu-nan.py
