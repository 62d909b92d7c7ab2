conda create -y -n issue_torch-addmm-beta-zero python=3.11
conda activate issue_torch-addmm-beta-zero
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-addmm-beta-zero.py
