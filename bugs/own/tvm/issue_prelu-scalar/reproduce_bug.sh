conda create -y -n issue_prelu-scalar python=3.11
conda activate issue_prelu-scalar
pip install -r requirements.txt pytest
pytest -sx test_issue_prelu-scalar.py
