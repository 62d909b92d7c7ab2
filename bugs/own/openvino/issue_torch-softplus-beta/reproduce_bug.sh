conda create -y -n issue_torch-softplus-beta python=3.11
conda activate issue_torch-softplus-beta
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-softplus-beta.py
