conda create -y -n issue_dft-first-axis python=3.11
conda activate issue_dft-first-axis
pip install -r requirements.txt pytest
pytest -sx test_issue_dft-first-axis.py
