conda create -y -n issue_torch-var-correction python=3.11
conda activate issue_torch-var-correction
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-var-correction.py
