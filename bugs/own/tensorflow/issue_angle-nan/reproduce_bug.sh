conda create -y -n issue_angle-nan python=3.11
conda activate issue_angle-nan
pip install -r requirements.txt pytest
pytest -sx test_issue_angle-nan.py
